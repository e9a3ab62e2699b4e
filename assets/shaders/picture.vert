// A part of the finished 3D picture (`rect`: left, bottom, right, top; -1 to 1) on the window, under the flat elements.
uniform vec4 rect;
in vec4 p3d_Vertex;
out vec2 v_uv;
void main() {
    vec2 at = mix(rect.xy, rect.zw, vec2(p3d_Vertex.x, p3d_Vertex.z) * 0.5 + 0.5);
    gl_Position = vec4(at, 0.0, 1.0);
    v_uv = at * 0.5 + 0.5;
}
