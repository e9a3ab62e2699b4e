// Warm at the horizon, deep blue above, dark below: quiet enough to stay behind the table.
in vec3 v_ray;
out vec4 colour;
void main() {
    float height = normalize(v_ray).z;
    vec3 glow = vec3(0.47, 0.36, 0.39);    // just over the table's far edge, as the table is usually seen
    vec3 dusk = vec3(0.21, 0.21, 0.34);
    vec3 night = vec3(0.08, 0.09, 0.18);
    float up = smoothstep(-0.34, 0.02, height);
    float high = smoothstep(-0.05, 0.55, height);
    float down = smoothstep(-0.34, -0.75, height);
    vec3 sky = mix(mix(glow, dusk, up), night, high);
    colour = vec4(mix(sky, vec3(0.15, 0.12, 0.15), down), 1.0);
}
