// Depth only, seen from the sun.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
void main() { gl_Position = p3d_ModelViewProjectionMatrix * vec4(in_world(p3d_Vertex.xyz), 1.0); }
