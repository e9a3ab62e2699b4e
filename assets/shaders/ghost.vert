// Glows, ghosts and outlines: the pieces' meshes, swollen along their normals by a share of their distance.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform vec3 eye;
uniform float swell;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
out vec3 v_normal;
out vec3 v_to_eye;
flat out vec4 v_tint;
void main() {
    vec3 world = in_world(p3d_Vertex.xyz);
    vec3 normal = turned(instances[3 * gl_InstanceID + 1], p3d_Normal);
    v_to_eye = eye - world;
    world += normal * swell * length(v_to_eye);
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(world, 1.0);
    v_normal = normal;
    v_tint = instances[3 * gl_InstanceID + 2];
}
