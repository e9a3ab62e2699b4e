// The picture of what stands still. SHADED: darker where what moves keeps the sun off; else its depth too.
uniform sampler2D picture;      // alpha: what is left of the light without the sun
uniform sampler2D picture_depth;
#ifdef SHADED
uniform sampler2DShadow movers; // seen from the sun
uniform vec2 movers_blur;       // radius of soft edges in the map
uniform mat4 sun_from_picture;  // clip space of the picture -> the movers' shadow map, 0 to 1

// What the sky alone lights is bluer, and the alpha is of all colours together.
const vec3 BLUER = vec3(0.845, 0.918, 1.335);

#define TAP(x, y) texture(movers, at.xyz + vec3(vec2(x, y) * movers_blur, 0.0))
#endif
in vec2 v_uv;
out vec4 colour;

void main() {
    float depth = texture(picture_depth, v_uv).r;
    vec4 seen = texture(picture, v_uv);
#ifdef SHADED
    vec4 at = sun_from_picture * vec4(vec3(v_uv, depth) * 2.0 - 1.0, 1.0);
    at.xyz /= at.w;
    float lit = (TAP(0.24, 0.62) + TAP(-0.62, 0.24) + TAP(-0.24, -0.62) + TAP(0.62, -0.24)) * 0.25;
    vec3 shaded = seen.rgb * seen.a * mix(BLUER, vec3(1.0), seen.a);
    colour = vec4(mix(shaded, seen.rgb, lit), 1.0);
#else
    colour = vec4(seen.rgb, 1.0);
    gl_FragDepth = depth;
#endif
}
