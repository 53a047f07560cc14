package basalt.bench.seven;

import basalt.bench.seven.Pieces.Damage;
import basalt.bench.seven.Pieces.Data;
import basalt.bench.seven.Pieces.Health;
import basalt.bench.seven.Pieces.Motion;
import basalt.bench.seven.Pieces.Piece;
import basalt.bench.seven.Pieces.Place;
import basalt.bench.seven.Pieces.Player;
import basalt.bench.seven.Pieces.Sprite;
import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.ComponentMapper;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.utils.ImmutableArray;

/** Ashley: a loop over the entities of a family for each system, and mappers. */
final class InAshley extends InObjects {
    private static final ComponentMapper<Place> PLACES = ComponentMapper.getFor(Place.class);
    private static final ComponentMapper<Motion> MOTIONS = ComponentMapper.getFor(Motion.class);
    private static final ComponentMapper<Data> DATA = ComponentMapper.getFor(Data.class);
    private static final ComponentMapper<Player> PLAYERS = ComponentMapper.getFor(Player.class);
    private static final ComponentMapper<Health> HEALTHS = ComponentMapper.getFor(Health.class);
    private static final ComponentMapper<Damage> DAMAGES = ComponentMapper.getFor(Damage.class);
    private static final ComponentMapper<Sprite> SPRITES = ComponentMapper.getFor(Sprite.class);

    private final Engine engine = new Engine();
    private final ImmutableArray<Entity> moving = all(Place.class, Motion.class);
    private final ImmutableArray<Entity> changing = all(Data.class);
    private final ImmutableArray<Entity> turning = all(Place.class, Motion.class, Data.class);
    private final ImmutableArray<Entity> living = all(Health.class);
    private final ImmutableArray<Entity> suffering = all(Health.class, Damage.class);
    private final ImmutableArray<Entity> figures = all(Sprite.class, Player.class, Health.class);
    private final ImmutableArray<Entity> visible = all(Place.class, Sprite.class);

    InAshley(Unit[] units) {
        super(units);
        for (Piece[] of : pieces) {
            Entity entity = new Entity();
            for (Piece piece : of) {
                entity.add(piece);
            }
            engine.addEntity(entity);
        }
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // passed on to a method that reads them
    private ImmutableArray<Entity> all(Class<? extends Component>... types) {
        return engine.getEntitiesFor(Family.all(types).get());
    }

    @Override
    void move() {
        for (int i = 0; i < moving.size(); i++) {
            Entity entity = moving.get(i);
            PLACES.get(entity).move(MOTIONS.get(entity), SECONDS);
        }
    }

    @Override
    void change() {
        for (int i = 0; i < changing.size(); i++) {
            DATA.get(changing.get(i)).next(SECONDS);
        }
    }

    @Override
    void turn() {
        for (int i = 0; i < turning.size(); i++) {
            Entity entity = turning.get(i);
            MOTIONS.get(entity).turn(PLACES.get(entity), DATA.get(entity));
        }
    }

    @Override
    void live() {
        for (int i = 0; i < living.size(); i++) {
            HEALTHS.get(living.get(i)).live();
        }
    }

    @Override
    void suffer() {
        for (int i = 0; i < suffering.size(); i++) {
            Entity entity = suffering.get(i);
            HEALTHS.get(entity).suffer(DAMAGES.get(entity));
        }
    }

    @Override
    void choose() {
        for (int i = 0; i < figures.size(); i++) {
            Entity entity = figures.get(i);
            SPRITES.get(entity).choose(PLAYERS.get(entity), HEALTHS.get(entity));
        }
    }

    @Override
    void draw() {
        for (int i = 0; i < visible.size(); i++) {
            Entity entity = visible.get(i);
            SPRITES.get(entity).draw(PLACES.get(entity), screen);
        }
    }

    @Override
    public void close() {
        engine.removeAllEntities();
    }
}
