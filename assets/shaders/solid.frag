// Stone, wood and lacquer under one sun, a sky and a warm ground; filmic tone curve with gamma in it.
uniform vec3 sun_light;
uniform vec3 sun_direction;
#ifdef TEXTURED
uniform sampler2D grain;
#endif
#ifdef SHADOWS
uniform sampler2DShadow shadow_map;
uniform vec2 shadow_blur;       // radius of soft edges in the map
#endif
#ifdef FINE_OCCLUSION
uniform sampler3D occlusion_field;
#endif

in vec2 v_uv;
in vec3 v_ambient;
in float v_sun;
flat in vec4 v_tint;
#ifdef SHADOWS
in vec3 v_shadow;
in vec2 v_slope;
#endif
#ifdef MOVERS
uniform sampler2DShadow movers;
in vec3 v_movers;
#endif
#ifdef FINE_OCCLUSION
in vec3 v_field;
#endif
#ifdef STONE
in float v_wear;
#endif
#ifdef POOL
in vec2 v_plan;
#endif
#ifdef LACQUER
in vec3 v_normal;
in vec3 v_to_eye;
uniform vec3 sky_light;
uniform vec3 ground_light;
#endif

const vec3 BRASS = vec3(0.34, 0.22, 0.085);

out vec4 colour;

#ifdef SHADOWS
#define TAP(x, y) texture(shadow_map, v_shadow + vec3(vec2(x, y) * shadow_blur, dot(vec2(x, y), v_slope)))

// Every tap every time: for software renderers a branch or a loop costs more than the taps it would spare.
float sunlit() {
#if TAPS == 6
    return (TAP(0.28, 0.85) + TAP(-0.88, -0.18) + TAP(0.60, -0.67)
        + TAP(-0.27, 0.33) + TAP(0.42, 0.07) + TAP(-0.15, -0.40)) / 6.0;
#elif TAPS == 4
    return (TAP(0.24, 0.62) + TAP(-0.62, 0.24) + TAP(-0.24, -0.62) + TAP(0.62, -0.24)) * 0.25;
#else
    return texture(shadow_map, v_shadow);
#endif
}
#endif

vec3 filmic(vec3 light) {
    vec3 x = max(vec3(0.0), light - 0.004);
    return (x * (6.2 * x + 0.5)) / (x * (6.2 * x + 1.7) + 0.06);
}

void main() {
#ifdef TEXTURED
    vec3 albedo = texture(grain, v_uv).rgb;
    albedo *= albedo * v_tint.rgb;
#else
    vec3 albedo = ALBEDO * v_tint.rgb;
#endif
#ifdef STONE
    albedo *= v_wear;
#endif
#ifdef BORDER
    // A strip of brass let in round the cells.
    vec2 from_middle = abs(v_uv - 0.125);
    float out_by = max(from_middle.x, from_middle.y) - 5.178;
    albedo = mix(albedo, BRASS, smoothstep(0.024, 0.016, abs(out_by)));
#endif
#ifdef UNLIT
    colour = vec4(sqrt(albedo), v_tint.a);
#else
#ifdef LACQUER
    vec3 normal = normalize(v_normal);
    float facing = max(dot(normal, sun_direction), 0.0);
#else
    float facing = max(v_sun, 0.0);
#endif
#ifdef SHADOWS
    float lit = facing * sunlit();
#ifdef MOVERS
    lit *= texture(movers, v_movers);
#endif
#else
    float lit = facing;
#endif
    vec3 ambient = v_ambient;
#ifdef FINE_OCCLUSION
    float sky = texture(occlusion_field, v_field).r;
    ambient *= sky;
    lit *= 0.60 + 0.40 * sky;
#endif
#ifdef POOL
    // The table lies in a pool of light that ends towards its rim.
    albedo *= 0.25 + 0.75 / (1.0 + 8.0 * dot(v_plan, v_plan));
#endif
    vec3 of_sun = albedo * lit * sun_light;
    vec3 light = albedo * ambient + of_sun;
#ifdef LACQUER
    vec3 to_eye = normalize(v_to_eye);
    vec3 halfway = normalize(to_eye + sun_direction);
    float near = max(dot(normal, halfway), 0.0);
    float shine = pow(near, 140.0) * 1.6 + pow(near, 18.0) * 0.14;
    float rim = 1.0 - max(dot(normal, to_eye), 0.0);
    rim *= rim;
    vec3 mirrored = reflect(-to_eye, normal);
    // Lacquer mirrors the room, the more the flatter it is seen; a window on the side away from the sun.
    vec3 around = mix(ground_light, sky_light * 1.5, smoothstep(-0.3, 0.7, mirrored.z));
    float window = smoothstep(0.86, 0.95, dot(mirrored, vec3(-0.55, -0.62, 0.56)));
    light += (0.045 + 0.80 * rim * rim) * (around + 2.2 * window * sky_light) * (0.35 + 0.65 * min(dot(ambient, vec3(0.8)), 1.0));
    vec3 gleam = shine * step(0.001, lit) * sun_light;
    light += gleam;
    of_sun += gleam;
#endif
    colour = vec4(filmic(light * EXPOSURE), v_tint.a);
#ifdef KEPT
    // In place of opacity: what is left when something comes between the sun and here.
    vec3 shaded = filmic((light - of_sun) * EXPOSURE);
    colour.a = dot(shaded, vec3(1.0)) / max(dot(colour.rgb, vec3(1.0)), 0.001);
#endif
#endif
}
