package basalt.examples.showcase.tour;

import java.nio.file.Path;

/**
 * The settings of a game.
 *
 * @param actors number of actors in each scene
 * @param frames number of frames of both scenes together
 * @param seed equal seeds give equal pictures, sounds and positions
 * @param textureBytes budget of the mips of the textures
 * @param guard whether to look for damaged memory
 * @param jmx whether JMX publishes the allocated memory while the game runs
 * @param json whether reports are JSON instead of tables
 * @param inspect port of an inspector, 0 for any; null for no inspector
 * @param wav file of the sound
 * @param picture file of the pictures
 * @param save file of the actors' positions
 */
record Settings(
        int actors,
        int frames,
        long seed,
        long textureBytes,
        boolean guard,
        boolean jmx,
        boolean json,
        Integer inspect,
        Path wav,
        Path picture,
        Path save) {}
