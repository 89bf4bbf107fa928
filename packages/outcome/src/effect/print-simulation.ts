import type { Simulation } from './simulation.ts'

/**
 * Prints a simulation as JSON: the same simulation is the same bytes, wherever it was run.
 *
 * @returns two spaces an indentation, whole numbers as decimal texts, a line feed at the end.
 */
export function printSimulation(simulation: Simulation): string {
  const plain = (_key: string, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value
  return `${JSON.stringify(simulation, plain, 2)}\n`
}
