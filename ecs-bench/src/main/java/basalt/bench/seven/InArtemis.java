package basalt.bench.seven;

import basalt.bench.seven.Pieces.Damage;
import basalt.bench.seven.Pieces.Data;
import basalt.bench.seven.Pieces.Health;
import basalt.bench.seven.Pieces.Motion;
import basalt.bench.seven.Pieces.Piece;
import basalt.bench.seven.Pieces.Place;
import basalt.bench.seven.Pieces.Player;
import basalt.bench.seven.Pieces.Sprite;
import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntityEdit;
import com.artemis.World;
import com.artemis.WorldConfiguration;
import com.artemis.utils.IntBag;

/** artemis-odb: a loop over the entities of a subscription for each system, and mappers. */
final class InArtemis extends InObjects {
    private final World world;
    private final ComponentMapper<Place> places;
    private final ComponentMapper<Motion> motions;
    private final ComponentMapper<Data> data;
    private final ComponentMapper<Player> players;
    private final ComponentMapper<Health> healths;
    private final ComponentMapper<Damage> damages;
    private final ComponentMapper<Sprite> sprites;
    private final IntBag moving;
    private final IntBag changing;
    private final IntBag turning;
    private final IntBag living;
    private final IntBag suffering;
    private final IntBag figures;
    private final IntBag visible;

    InArtemis(Unit[] units) {
        super(units);
        world = new World(new WorldConfiguration().expectedEntityCount(units.length));
        places = world.getMapper(Place.class);
        motions = world.getMapper(Motion.class);
        data = world.getMapper(Data.class);
        players = world.getMapper(Player.class);
        healths = world.getMapper(Health.class);
        damages = world.getMapper(Damage.class);
        sprites = world.getMapper(Sprite.class);
        for (Piece[] entity : pieces) {
            EntityEdit edit = world.edit(world.create());
            for (Piece piece : entity) {
                edit.add(piece);
            }
        }
        moving = all(Place.class, Motion.class);
        changing = all(Data.class);
        turning = all(Place.class, Motion.class, Data.class);
        living = all(Health.class);
        suffering = all(Health.class, Damage.class);
        figures = all(Sprite.class, Player.class, Health.class);
        visible = all(Place.class, Sprite.class);
        world.process();
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // passed on to a method that reads them
    private IntBag all(Class<? extends Component>... types) {
        return world.getAspectSubscriptionManager().get(Aspect.all(types)).getEntities();
    }

    @Override
    void move() {
        int[] ids = moving.getData();
        for (int i = 0, size = moving.size(); i < size; i++) {
            places.get(ids[i]).move(motions.get(ids[i]), SECONDS);
        }
    }

    @Override
    void change() {
        int[] ids = changing.getData();
        for (int i = 0, size = changing.size(); i < size; i++) {
            data.get(ids[i]).next(SECONDS);
        }
    }

    @Override
    void turn() {
        int[] ids = turning.getData();
        for (int i = 0, size = turning.size(); i < size; i++) {
            motions.get(ids[i]).turn(places.get(ids[i]), data.get(ids[i]));
        }
    }

    @Override
    void live() {
        int[] ids = living.getData();
        for (int i = 0, size = living.size(); i < size; i++) {
            healths.get(ids[i]).live();
        }
    }

    @Override
    void suffer() {
        int[] ids = suffering.getData();
        for (int i = 0, size = suffering.size(); i < size; i++) {
            healths.get(ids[i]).suffer(damages.get(ids[i]));
        }
    }

    @Override
    void choose() {
        int[] ids = figures.getData();
        for (int i = 0, size = figures.size(); i < size; i++) {
            sprites.get(ids[i]).choose(players.get(ids[i]), healths.get(ids[i]));
        }
    }

    @Override
    void draw() {
        int[] ids = visible.getData();
        for (int i = 0, size = visible.size(); i < size; i++) {
            sprites.get(ids[i]).draw(places.get(ids[i]), screen);
        }
    }

    @Override
    public void close() {
        world.dispose();
    }
}
