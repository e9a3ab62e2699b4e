// Soft dark where a thing stands on another: a patch in the frame of what it stands on.
uniform mat4 p3d_ModelViewProjectionMatrix;
in vec4 p3d_Vertex;
out vec2 v_at;
flat out vec4 v_shape;          // the foot's middle in the patch's frame, its half side or radius, roundness 0 to 1
void main() {
    v_at = p3d_Vertex.xy;
    v_shape = instances[3 * gl_InstanceID + 2];
    gl_Position = p3d_ModelViewProjectionMatrix * vec4(in_world(p3d_Vertex.xyz), 1.0);
}
