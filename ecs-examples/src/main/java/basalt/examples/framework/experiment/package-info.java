/**
 * What the showcases share: an {@link Experiment} is run as its {@link ExperimentOptions} request, that is, measured,
 * drawn, rewound, saved, recorded, and shown by an inspector.
 */
package basalt.examples.framework.experiment;
