// The 3D picture's depth, where something is to be drawn into it.
uniform sampler2D picture_depth;
in vec2 v_uv;
out vec4 colour;
void main() {
    colour = vec4(0.0);
    gl_FragDepth = texture(picture_depth, v_uv).r;
}
