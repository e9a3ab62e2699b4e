// Stone, wood and lacquer under one sun, a sky and a warm ground; filmic tone curve with gamma in it.
uniform vec4 p3d_ColorScale;
uniform vec3 sun_light;
uniform vec3 sun_direction;
uniform vec4 glow;              // rgb added, a: share of it
#ifdef TEXTURED
uniform sampler2D grain;
#endif
#ifdef SHADOWS
uniform sampler2DShadow shadow_map;
uniform vec2 shadow_blur;       // radius of soft edges in the map
#endif
#ifdef OCCLUSION
uniform sampler3D occlusion_field;
#endif

in vec2 v_uv;
in vec3 v_ambient;
in float v_sun;
#ifdef SHADOWS
in vec3 v_shadow;
#endif
#ifdef OCCLUSION
in vec3 v_field;
#endif
#ifdef LACQUER
in vec3 v_normal;
in vec3 v_to_eye;
uniform vec3 sky_light;
uniform vec3 ground_light;
#endif

out vec4 colour;

#ifdef SHADOWS
float sunlit() {
    // Two rotated rings; the outer one is asked only where the inner one is undecided.
    const vec2 ring[8] = vec2[8](
        vec2(0.35, 0.12), vec2(-0.12, 0.35), vec2(-0.35, -0.12), vec2(0.12, -0.35),
        vec2(0.92, -0.38), vec2(0.38, 0.92), vec2(-0.92, 0.38), vec2(-0.38, -0.92));
    float lit = 0.0;
    for (int i = 0; i < 4; ++i)
        lit += texture(shadow_map, vec3(v_shadow.xy + ring[i] * shadow_blur * INNER, v_shadow.z));
#if TAPS > 4
    if (lit > 0.001 && lit < 3.999) {
        for (int i = 4; i < 8; ++i)
            lit += texture(shadow_map, vec3(v_shadow.xy + ring[i] * shadow_blur, v_shadow.z));
        lit *= 0.5;
    }
#endif
    return lit * 0.25;
}
#endif

vec3 filmic(vec3 light) {
    vec3 x = max(vec3(0.0), light - 0.004);
    return (x * (6.2 * x + 0.5)) / (x * (6.2 * x + 1.7) + 0.06);
}

void main() {
#ifdef TEXTURED
    vec3 albedo = texture(grain, v_uv).rgb;
    albedo *= albedo * p3d_ColorScale.rgb;
#else
    vec3 albedo = p3d_ColorScale.rgb;
#endif
#ifdef LACQUER
    vec3 normal = normalize(v_normal);
    float facing = dot(normal, sun_direction);
#else
    float facing = v_sun;
#endif
    float lit = 0.0;
    if (facing > 0.0) {
#ifdef SHADOWS
        lit = facing * sunlit();
#else
        lit = facing;
#endif
    }
    vec3 ambient = v_ambient;
#ifdef OCCLUSION
    ambient *= texture(occlusion_field, v_field).r;
#endif
    vec3 light = albedo * (ambient + lit * sun_light);
#ifdef LACQUER
    vec3 to_eye = normalize(v_to_eye);
    vec3 halfway = normalize(to_eye + sun_direction);
    float shine = pow(max(dot(normal, halfway), 0.0), 90.0);
    float rim = 1.0 - max(dot(normal, to_eye), 0.0);
    rim *= rim;
    vec3 mirrored = reflect(-to_eye, normal);
    light += (0.05 + 0.35 * rim * rim) * mix(ground_light, sky_light, mirrored.z * 0.5 + 0.5) * ambient;
    light += shine * step(0.001, lit) * 1.4 * sun_light;
#endif
    light = mix(light, glow.rgb, glow.a);
    colour = vec4(filmic(light * EXPOSURE), p3d_ColorScale.a);
}
