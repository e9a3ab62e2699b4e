// The dusk behind everything: a card at the far plane.
uniform mat4 ray_matrix;   // from the picture's corners to directions in the world
in vec4 p3d_Vertex;
out vec3 v_ray;
void main() {
    gl_Position = vec4(p3d_Vertex.x, p3d_Vertex.z, 0.999999, 1.0);
    v_ray = mat3(ray_matrix) * vec3(p3d_Vertex.x, p3d_Vertex.z, 1.0);
}
