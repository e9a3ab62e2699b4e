// Two falls of darkness from the foot's edge outward: a line at the joint, and a haze.
in vec2 v_at;
flat in vec4 v_shape;
out vec4 colour;
void main() {
    float corner = v_shape.w * v_shape.z;
    vec2 q = abs(v_at - v_shape.xy) - (v_shape.z - corner);
    float away = max(length(max(q, 0.0)) - corner, 0.0);
    float haze = max(1.0 - away * (1.0 / REACH), 0.0);
    colour = vec4(0.0, 0.0, 0.0, 0.36 * haze * haze * haze + 0.28 * exp2(-away * (5.0 / REACH)));
}
