// The 3D picture, its corners a little darker.
uniform sampler2D picture;
in vec2 v_uv;
out vec4 colour;
void main() {
    vec2 out_of_middle = v_uv - 0.5;
    float vignette = 1.0 - 0.55 * dot(out_of_middle, out_of_middle);
    colour = vec4(texture(picture, v_uv).rgb * vignette, 1.0);
}
