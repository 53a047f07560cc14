package basalt.system;

import basalt.system.DependencyGraph.Dependency;

/**
 * Two systems of which the second one waits for the first one, or takes effect after it.
 *
 * @param first the name of the first system
 * @param second the name of the second system
 * @param kind what the second one waits for
 * @param why the data that both use, or the order that was stated
 */
public record SystemEdge(String first, String second, Kind kind, String why) {
    /** What a system waits for. */
    public enum Kind {
        /** For the next stage, when the commands of the first system were applied. */
        LATER_STAGE("later stage"),
        /** For the end of the first system. */
        AFTER("after"),
        /** For nothing, but its commands are applied after those of the first system. */
        COMMANDS_AFTER("commands after");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** The kind that a dependency means. */
        static Kind of(Dependency dependency) {
            return dependency == Dependency.BARRIER
                    ? LATER_STAGE
                    : dependency == Dependency.ORDERED ? AFTER : COMMANDS_AFTER;
        }

        /**
         * The kind in words.
         *
         * @return "later stage", "after" or "commands after"
         */
        @Override
        public String toString() {
            return text;
        }
    }
}
