// Things with a colour of their own: outlines, markers, writing. `swell` moves vertices along their normals.
uniform mat4 p3d_ModelViewProjectionMatrix;
uniform mat4 p3d_ModelViewMatrix;
uniform float swell;
in vec4 p3d_Vertex;
in vec3 p3d_Normal;
in vec4 p3d_Color;
in vec2 p3d_MultiTexCoord0;
out vec2 v_uv;
out vec4 v_colour;
void main() {
    float away = -(p3d_ModelViewMatrix * p3d_Vertex).z;
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(p3d_Vertex.xyz + p3d_Normal * swell * away, 1.0);
    v_uv = p3d_MultiTexCoord0;
    v_colour = p3d_Color;
}
