// Light from the side keeps the form readable; rims are denser, as in glass.
uniform vec3 sun_direction;
in vec3 v_normal;
in vec3 v_to_eye;
flat in vec4 v_tint;
out vec4 colour;
void main() {
#ifdef OUTLINE
    colour = v_tint;
#else
    vec3 normal = normalize(v_normal);
    float rim = 1.0 - abs(dot(normal, normalize(v_to_eye)));
    float light = 0.72 + 0.28 * dot(normal, sun_direction);
    colour = vec4(v_tint.rgb * light + rim * rim * 0.25, v_tint.a * (0.75 + 0.6 * rim * rim));
#endif
}
