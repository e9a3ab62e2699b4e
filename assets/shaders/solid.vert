// Stone, wood and lacquer: all light that is linear along a face is worked out here, once a vertex.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 sun_matrix;        // world -> shadow map, 0 to 1
uniform mat4 sun_turn;          // world -> right, away, up, seen from the sun
uniform vec2 shadow_blur;       // radius of soft edges in the map
uniform vec2 sun_steepness;     // metres of depth a metre aside -> the same in the map
uniform vec3 sun_direction;     // towards the sun, unit
uniform vec3 sky_light;
uniform vec3 ground_light;
uniform vec3 eye;
uniform vec2 pool_middle;       // where the lamp's light falls on the table
uniform vec4 occlusion_low;     // the lowest corner of the occlusion field; w: how far along the normal it is asked
uniform vec3 occlusion_scale;   // metres -> 0 to 1 over the field
#if defined(OCCLUSION) && !defined(FINE_OCCLUSION)
uniform sampler3D occlusion_field;
#endif

// Dusk through the windows, from the left of the first view.
const vec3 FILL_DIRECTION = vec3(-0.62, -0.60, 0.50);
const vec3 FILL_LIGHT = vec3(0.10, 0.14, 0.22);
const vec3 BOUNCE = vec3(1.25, 1.0, 0.76);

in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in vec4 p3d_Color;              // rgb: the sky that the piece itself leaves open
in vec2 p3d_MultiTexCoord0;

out vec2 v_uv;
out vec3 v_ambient;
out float v_sun;
flat out vec4 v_tint;
#ifdef SHADOWS
out vec3 v_shadow;
out vec2 v_slope;               // how the surface's own depth changes over the soft edge
#endif
#ifdef MOVERS
uniform mat4 movers_matrix;     // world -> the movers' shadow map, 0 to 1
out vec3 v_movers;
#endif
#ifdef FINE_OCCLUSION
out vec3 v_field;
#endif
#ifdef STONE
out float v_wear;
#endif
#ifdef POOL
out vec2 v_plan;
#endif
#ifdef LACQUER
out vec3 v_normal;
out vec3 v_to_eye;
#endif

void main() {
    vec3 world = in_world(p3d_Vertex.xyz);
    vec3 normal = turned(instances[3 * gl_InstanceID + 1], p3d_Normal);
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(world, 1.0);
    v_ambient = mix(ground_light, sky_light, normal.z * 0.5 + 0.5) * p3d_Color.rgb;
    v_ambient += FILL_LIGHT * max(dot(normal, FILL_DIRECTION), 0.0) * p3d_Color.rgb;
    // What reaches into openings has met stone before: it is warmer.
    v_ambient *= mix(BOUNCE, vec3(1.0), p3d_Color.r);
    // Deep in an opening the sun finds less of the stone: windows stay dark even when it shines straight in.
    v_sun = dot(normal, sun_direction) * mix(0.35, 1.0, p3d_Color.r);
    // Each piece cuts its stone from another place of the quarry.
    v_uv = p3d_MultiTexCoord0 + instances[3 * gl_InstanceID].w * vec2(1.0, 0.37);
    v_tint = instances[3 * gl_InstanceID + 2];
#ifdef SHADOWS
    v_shadow = (sun_matrix * vec4(world + normal * SHADOW_OFFSET, 1.0)).xyz;
#ifdef MOVERS
    // The map has no bevels: what they take off the edges may not lie in the shadow of what is not there.
    v_movers = (movers_matrix * vec4(world + normal * (SHADOW_OFFSET + 0.0009), 1.0)).xyz;
#endif
    vec3 from_sun = mat3(sun_turn) * normal;
    v_slope = from_sun.xz / max(-from_sun.y, 0.18) * sun_steepness * shadow_blur;
#endif
#ifdef OCCLUSION
    vec3 field = (world + normal * occlusion_low.w - occlusion_low.xyz) * occlusion_scale;
#ifdef FINE_OCCLUSION
    v_field = field;
#else
    float sky = textureLod(occlusion_field, field, 0.0).r;
    v_ambient *= sky * mix(BOUNCE, vec3(1.0), sky);
    v_sun *= mix(0.72, 1.0, sky);
#endif
#endif
#ifdef STONE
    // Worn edges are paler; damp and hands have left marks that run across the pieces.
    vec3 side = abs(p3d_Normal);
    float worn = (1.0 - max(side.x, max(side.y, side.z))) * p3d_Color.r;
    float stain = sin(world.x * 71.0 + 2.1 * sin(world.z * 47.0)) * sin(world.y * 63.0 + 1.7 * sin(world.x * 39.0));
    v_wear = 1.0 + 1.1 * worn + 0.045 * stain;
#endif
#ifdef POOL
    v_plan = world.xy - pool_middle;
#endif
#ifdef LACQUER
    v_normal = normal;
    v_to_eye = eye - world;
#endif
}
