import { basename } from 'node:path'
import { deployText, filesIn } from './deployment.ts'

/** A unit of systemd as its file says, without the folder and the drop-ins of a machine. */
export type Unit = {
  readonly name: string
  /** Values of a key, in the order of the file, words of a list apart. */
  readonly words: (key: string) => readonly string[]
  readonly lines: (key: string) => readonly string[]
}

/** The event of a unit. */
export type UnitEvent = readonly [what: 'stop' | 'start', unit: string]

/** Reads the services of `deploy/systemd`, each text changed at will. */
export function readUnits(
  change: (text: string, name: string) => string = (text) => text,
): ReadonlyMap<string, Unit> {
  const units = filesIn('systemd', '.service').map((path): Unit => {
    const name = basename(path)
    const text = change(deployText(path), name)
    const lines = (key: string) =>
      [...text.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value]) => value!)
    return { name, lines, words: (key) => lines(key).flatMap((line) => line.split(/\s+/)) }
  })
  return new Map(units.map((unit) => [unit.name, unit]))
}

/**
 * The relations by which a start pulls in others, and a stop takes others along. Source:
 * systemd.unit(5), section "Unit Section Options".
 */
const pulling = ['Wants', 'Requires', 'BindsTo', 'Upholds']
const stopping = ['Requires', 'Requisite', 'BindsTo', 'PartOf']

/** A machine with the units, of which those that are named are active. */
export function openMachine(units: ReadonlyMap<string, Unit>, active: readonly string[]) {
  const running = new Set(active)
  /** Units that a stop of one takes along, itself last. */
  const stoppedBy = (name: string, seen = new Set<string>()): readonly string[] => {
    if (seen.has(name)) return []
    seen.add(name)
    const dependents = [...units.values()].filter((unit) =>
      stopping.some((key) => unit.words(key).includes(name)),
    )
    return [...dependents.flatMap((unit) => stoppedBy(unit.name, seen)), name]
  }
  /** Units that a start of one starts, in their order: what is active already is not started again. */
  const startedBy = (name: string, seen = new Set<string>()): readonly string[] => {
    const unit = units.get(name)
    if (unit === undefined || seen.has(name) || running.has(name)) return []
    seen.add(name)
    const pulled = pulling.flatMap((key) => unit.words(key))
    const further = pulled.flatMap((other) => startedBy(other, seen))
    const isAfter = (other: string) => unit.words('After').includes(other)
    return [...further.filter(isAfter), name, ...further.filter((other) => !isAfter(other))]
  }
  const start = (name: string): readonly UnitEvent[] =>
    startedBy(name).map((unit) => {
      const isOneshot = units.get(unit)!.words('Type').includes('oneshot')
      // A oneshot is inactive once it is done, unless it is to stay.
      if (!isOneshot || units.get(unit)!.words('RemainAfterExit').includes('yes')) running.add(unit)
      return ['start', unit]
    })
  const stop = (name: string): readonly UnitEvent[] =>
    stoppedBy(name)
      .filter((unit) => running.delete(unit))
      .map((unit) => ['stop', unit])
  return {
    start,
    stop,
    /** As `systemctl restart`: what is stopped with it is started again after it. */
    restart: (name: string): readonly UnitEvent[] => {
      const stopped = stop(name)
      const again = [name, ...stopped.map(([, unit]) => unit).reverse()]
      return [...stopped, ...again.flatMap(start)]
    },
  }
}
