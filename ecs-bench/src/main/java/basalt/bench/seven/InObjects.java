package basalt.bench.seven;

import basalt.bench.seven.Pieces.Piece;
import java.util.Arrays;

/** A library that keeps components as objects. */
abstract class InObjects implements Game {
    final Screen screen = new Screen();

    /** The components of each entity. */
    final Piece[][] pieces;

    private final Unit[] start;

    InObjects(Unit[] units) {
        start = units;
        pieces = Arrays.stream(units).map(Pieces::of).toArray(Piece[][]::new);
    }

    @Override
    public final void reset() {
        for (int i = 0; i < start.length; i++) {
            for (Piece piece : pieces[i]) {
                piece.set(start[i]);
            }
        }
    }

    @Override
    public final void tick() {
        move();
        change();
        turn();
        live();
        suffer();
        choose();
        draw();
    }

    abstract void move();

    abstract void change();

    abstract void turn();

    abstract void live();

    abstract void suffer();

    abstract void choose();

    abstract void draw();

    @Override
    public final void read(int number, Unit unit) {
        for (Piece piece : pieces[number]) {
            piece.read(unit);
        }
    }

    @Override
    public byte[] drawn() {
        return screen.characters();
    }
}
