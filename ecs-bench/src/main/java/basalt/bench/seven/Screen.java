package basalt.bench.seven;

/** A buffer of characters. */
final class Screen {
    static final int WIDTH = 320;
    static final int HEIGHT = 240;
    static final byte HERO = '@';
    static final byte MONSTER = 'k';
    static final byte NPC = 'h';
    static final byte GRAVE = '|';
    static final byte SPAWN = '_';

    private final byte[] characters = new byte[WIDTH * HEIGHT];

    /** Draws a character if it lies within. */
    void draw(int x, int y, byte character) {
        if (y >= 0 && y < HEIGHT && x >= 0 && x < WIDTH) {
            characters[x + y * WIDTH] = character;
        }
    }

    byte[] characters() {
        return characters;
    }
}
