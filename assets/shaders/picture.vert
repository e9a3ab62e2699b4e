// The finished 3D picture on the window, under the flat screen elements.
in vec4 p3d_Vertex;
out vec2 v_uv;
void main() {
    gl_Position = vec4(p3d_Vertex.x, p3d_Vertex.z, 0.0, 1.0);
    v_uv = vec2(p3d_Vertex.x, p3d_Vertex.z) * 0.5 + 0.5;
}
