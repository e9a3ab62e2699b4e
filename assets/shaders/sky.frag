// The room round the table at dusk, out of focus: one look-up by direction (scripts/assets/textures.py, `room`).
uniform sampler2D room;
in vec3 v_ray;
out vec4 colour;
void main() {
    vec3 ray = normalize(v_ray);
    vec2 at = ray.xy / (1.0 - min(ray.z, 0.4)) * (0.5 / 1.5) + 0.5;
    vec3 seen = texture(room, at).rgb;
    // Half a step of noise: without it dark slopes show bands.
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    colour = vec4(seen + (grain - 0.5) * (1.5 / 255.0), 1.0);
}
