// A colour as it is, times a texture's opacity where there is one.
uniform vec4 p3d_ColorScale;
#ifdef TEXTURED
uniform sampler2D p3d_Texture0;
#endif
in vec2 v_uv;
in vec4 v_colour;
out vec4 colour;
void main() {
    colour = v_colour * p3d_ColorScale;
#ifdef TEXTURED
    colour.a *= texture(p3d_Texture0, v_uv).a;
#endif
}
