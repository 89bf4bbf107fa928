import { BaseError } from '@vaultwright/base'
import type { Engine, EngineName } from './engine.ts'
import { buildJsEngine } from './engine-js.ts'

const builders: { readonly [Name in EngineName]: () => Engine | null } = {
  simd: () => null,
  scalar: () => null,
  js: buildJsEngine,
}

const built = new Map<EngineName, Engine | null>()
let chosen: Engine | null = null

/**
 * Gives the fastest engine that runs here, made at the first call.
 *
 * @returns the engine that everything uses when none is asked for.
 */
export function defaultEngine(): Engine {
  chosen ??= engineOrNull('simd') ?? engineOrNull('scalar') ?? engineOf('js')
  return chosen
}

/**
 * Tells which engine runs when none is asked for.
 *
 * @returns its name.
 */
export function engineName(): EngineName {
  return defaultEngine().name
}

/**
 * Gives the engine of a name.
 *
 * @param name - `simd`, `scalar` or `js`.
 * @returns the engine, the same one at each call.
 * @throws {EngineUnavailableError} when this machine cannot run it.
 */
export function engineOf(name: EngineName): Engine {
  const engine = engineOrNull(name)
  if (engine === null) throw new EngineUnavailableError(name)
  return engine
}

function engineOrNull(name: EngineName): Engine | null {
  if (!built.has(name)) built.set(name, builders[name]())
  return built.get(name) ?? null
}

/** An engine was asked for that this machine cannot run. */
export class EngineUnavailableError extends BaseError {
  override readonly code = 'engine_unavailable'

  constructor(name: string) {
    super({
      message: `The keccak engine ${name} does not run here: WebAssembly or its SIMD is missing. Ask for js, or leave the choice open.`,
      facts: { engine: name },
    })
  }
}
