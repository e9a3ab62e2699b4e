// Warm at the horizon, deep blue above, dark below: quiet enough to stay behind the table.
in vec3 v_ray;
out vec4 colour;
void main() {
    float height = normalize(v_ray).z;
    vec3 horizon = vec3(0.56, 0.36, 0.30);
    vec3 above = vec3(0.13, 0.15, 0.27);
    vec3 below = vec3(0.11, 0.09, 0.10);
    float up = smoothstep(-0.05, 0.42, height);
    float down = smoothstep(0.0, -0.5, height);
    colour = vec4(mix(mix(horizon, above, up), below, down), 1.0);
}
