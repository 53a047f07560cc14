package basalt.examples.framework.render;

/**
 * The sources of the shaders. Each vertex is a row; each attribute is a column, or one value for all rows. The
 * locations of the attributes are those of {@link GlLayer}.
 */
final class Shaders {
    private static final String TONE = """
            vec3 toLight(vec3 colour) {
                return -log(1.0 - pow(clamp(colour, 0.0, %s), vec3(%s)));
            }
            vec3 toScreen(vec3 light) {
                return pow(1.0 - exp(-light), vec3(1.0 / %s));
            }
            """.formatted(ToneMapping.BRIGHTEST, ToneMapping.GAMMA, ToneMapping.GAMMA);

    static final String POINT_VERTEX = """
            #version 330 core
            layout(location = 0) in float x;
            layout(location = 1) in float y;
            layout(location = 2) in float red;
            layout(location = 3) in float green;
            layout(location = 4) in float blue;
            layout(location = 5) in float opacity;
            layout(location = 6) in vec4 argb;

            uniform vec4 view;   // centre in world units; size of a world unit in clip coordinates
            uniform float size;  // in pixels
            uniform float glow;  // 0: paint
            flat out vec4 light;
            flat out float reach;
            """ + TONE + """

            void main() {
                float alpha = opacity * argb.a;
                vec4 paint = vec4(vec3(red, green, blue) * argb.rgb, glow > 0.0 || !(alpha > 1.0) ? alpha : 1.0);
                reach = 0.5 * size + 0.5;
                light = vec4((glow > 0.0 ? max(paint.rgb, 0.0) * glow : toLight(paint.rgb)) * paint.a, paint.a);
                gl_Position = vec4((vec2(x, y) - view.xy) * view.zw, paint.a > 0.0 ? 0.0 : 2.0, 1.0);
                gl_PointSize = 2.0 * reach + 1.0;
            }
            """;

    static final String POINT_FRAGMENT = """
            #version 330 core
            uniform float glow;
            flat in vec4 light;
            flat in float reach;
            out vec4 colour;

            void main() {
                vec2 off = (gl_PointCoord - 0.5) * (2.0 * reach + 1.0);
                float fading = max(0.0, 1.0 - dot(off, off) / (reach * reach));
                float covered = glow > 0.0 ? fading * fading : clamp(reach - length(off), 0.0, 1.0);
                colour = covered * vec4(light.rgb, glow > 0.0 ? 0.0 : light.a);
            }
            """;

    /** One triangle that covers the picture. */
    static final String PICTURE_VERTEX = """
            #version 330 core
            void main() {
                gl_Position = vec4(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0, 0.0, 1.0);
            }
            """;

    static final String DEVELOP_FRAGMENT = """
            #version 330 core
            uniform sampler2D light;
            out vec4 colour;
            """ + TONE + """

            void main() {
                colour = vec4(toScreen(texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb), 1.0);
            }
            """;

    private Shaders() {}
}
