// Stone, wood and lacquer: all light that is linear along a face is worked out here, once a vertex.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 p3d_ModelMatrix;
uniform mat4 sun_matrix;        // world -> shadow map, 0 to 1
uniform vec3 sun_direction;     // towards the sun, unit
uniform vec3 sky_light;
uniform vec3 ground_light;
uniform vec3 eye;
uniform vec4 p3d_ColorScale;
uniform vec4 occlusion_low;     // the lowest corner of the occlusion field; w: how far along the normal it is asked
uniform vec3 occlusion_scale;   // metres -> 0 to 1 over the field

in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in vec4 p3d_Color;
in vec2 p3d_MultiTexCoord0;

out vec2 v_uv;
out vec3 v_ambient;
out float v_sun;
#ifdef SHADOWS
out vec3 v_shadow;
#endif
#ifdef OCCLUSION
out vec3 v_field;
#endif
#ifdef LACQUER
out vec3 v_normal;
out vec3 v_to_eye;
#endif

void main() {
    vec3 world = (p3d_ModelMatrix * p3d_Vertex).xyz;
    vec3 normal = normalize(mat3(p3d_ModelMatrix) * p3d_Normal);
    gl_Position = p3d_ModelViewProjectionMatrix * p3d_Vertex;
    // A little of the sky comes from behind the viewer's lamp side: cool from above, warm from the table.
    v_ambient = mix(ground_light, sky_light, normal.z * 0.5 + 0.5) * p3d_Color.rgb;
    v_sun = dot(normal, sun_direction);
    // Each piece cuts its stone from another place of the quarry; the tint tells pieces apart.
    v_uv = p3d_MultiTexCoord0 + p3d_ColorScale.rg * 37.0;
#ifdef SHADOWS
    v_shadow = (sun_matrix * vec4(world + normal * SHADOW_OFFSET, 1.0)).xyz;
#endif
#ifdef OCCLUSION
    v_field = (world + normal * occlusion_low.w - occlusion_low.xyz) * occlusion_scale;
#endif
#ifdef LACQUER
    v_normal = normal;
    v_to_eye = eye - world;
#endif
}
