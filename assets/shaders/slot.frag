// A soft-edged round-cornered patch: where a piece could go. The texture coordinate is in half widths.
uniform vec4 p3d_ColorScale;
in vec2 v_uv;
in vec4 v_colour;
out vec4 colour;
void main() {
    vec2 q = abs(v_uv) - (v_colour.rg * 8.0 - 0.45);
    float from_edge = length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - 0.45;
    float inside = smoothstep(0.02, -0.10, from_edge);
    float ring = smoothstep(0.16, 0.02, abs(from_edge + 0.12));
    colour = vec4(p3d_ColorScale.rgb, p3d_ColorScale.a * inside * (0.35 + 0.65 * ring));
}
