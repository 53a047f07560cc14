package basalt.bench.seven;

import basalt.bench.seven.Pieces.Damage;
import basalt.bench.seven.Pieces.Data;
import basalt.bench.seven.Pieces.Health;
import basalt.bench.seven.Pieces.Motion;
import basalt.bench.seven.Pieces.Piece;
import basalt.bench.seven.Pieces.Place;
import basalt.bench.seven.Pieces.Player;
import basalt.bench.seven.Pieces.Sprite;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Results;

/** Dominion: a loop over the results of a search for each system. */
final class InDominion extends InObjects {
    private final Dominion dominion = open();
    private final Results<Results.With2<Place, Motion>> moving;
    private final Results<Data> changing;
    private final Results<Results.With3<Place, Motion, Data>> turning;
    private final Results<Health> living;
    private final Results<Results.With2<Health, Damage>> suffering;
    private final Results<Results.With3<Sprite, Player, Health>> figures;
    private final Results<Results.With2<Place, Sprite>> visible;

    InDominion(Unit[] units) {
        super(units);
        for (Piece[] entity : pieces) {
            dominion.createEntity((Object[]) entity);
        }
        moving = dominion.findCompositionsWith(Place.class, Motion.class);
        changing = dominion.findCompositionsWith(Data.class);
        turning = dominion.findCompositionsWith(Place.class, Motion.class, Data.class);
        living = dominion.findCompositionsWith(Health.class);
        suffering = dominion.findCompositionsWith(Health.class, Damage.class);
        figures = dominion.findCompositionsWith(Sprite.class, Player.class, Health.class);
        visible = dominion.findCompositionsWith(Place.class, Sprite.class);
    }

    private static Dominion open() {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion.seven.size", "HUGE");
        return Dominion.create("seven");
    }

    @Override
    void move() {
        for (Results.With2<Place, Motion> one : moving) {
            one.comp1().move(one.comp2(), SECONDS);
        }
    }

    @Override
    void change() {
        for (Data one : changing) {
            one.next(SECONDS);
        }
    }

    @Override
    void turn() {
        for (Results.With3<Place, Motion, Data> one : turning) {
            one.comp2().turn(one.comp1(), one.comp3());
        }
    }

    @Override
    void live() {
        for (Health one : living) {
            one.live();
        }
    }

    @Override
    void suffer() {
        for (Results.With2<Health, Damage> one : suffering) {
            one.comp1().suffer(one.comp2());
        }
    }

    @Override
    void choose() {
        for (Results.With3<Sprite, Player, Health> one : figures) {
            one.comp1().choose(one.comp2(), one.comp3());
        }
    }

    @Override
    void draw() {
        for (Results.With2<Place, Sprite> one : visible) {
            one.comp2().draw(one.comp1(), screen);
        }
    }

    /** Not compared: entities are visited chunk by chunk, in another order. */
    @Override
    public byte[] drawn() {
        return null;
    }

    @Override
    public void close() {
        dominion.close();
    }
}
