// Many pieces of one mesh in one go. Three vectors a piece: place and seed of the grain; turn; tint and opacity.
uniform vec4 instances[3 * INSTANCES];

vec3 turned(vec4 turn, vec3 v) {
    return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

vec3 in_world(vec3 v) {
    int i = 3 * gl_InstanceID;
    return instances[i].xyz + turned(instances[i + 1], v);
}
