package basalt.inspect.view;

import basalt.runtime.TickControl;
import basalt.system.FixedStepLoop;
import basalt.system.Schedule;
import basalt.world.Prefab;
import basalt.world.Template;
import java.nio.file.Path;
import java.util.Map;

/**
 * What the threads of a web server know about an inspected world. They reach the world by questions and changes only.
 *
 * @param schedule the schedule: its graph, and which systems are enabled
 * @param control the control of the schedule: names, and what workers run
 * @param questions the questions to the world
 * @param changes the changes of the world
 * @param status what is known without asking
 * @param memory what is watched
 * @param loop the loop that drives the schedule; null for none
 * @param templates the templates to spawn, by name
 * @param prefabs the prefabs to spawn, by name
 * @param recordings the folder of recorded runs; null for none
 * @param isEditable whether anything may be changed
 */
public record Inspection(
        Schedule schedule,
        TickControl control,
        Questions questions,
        Changes changes,
        Status status,
        MemoryWatch memory,
        FixedStepLoop loop,
        Map<String, Template> templates,
        Map<String, Prefab> prefabs,
        Path recordings,
        boolean isEditable) {}
