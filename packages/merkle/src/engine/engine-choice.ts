import { BaseError } from '@vaultwright/base'
import type { KeccakEngine, KeccakEngineName } from './engine.ts'
import { buildJsEngine } from './engine-js.ts'
import { buildWasmEngine } from './engine-wasm.ts'
import { scalarKernel } from './kernel-scalar.generated.ts'
import { simdKernel } from './kernel-simd.generated.ts'

const builders: { readonly [Name in KeccakEngineName]: () => KeccakEngine | null } = {
  simd: () => (hasSimd() ? buildWasmEngine('simd', simdKernel) : null),
  scalar: () => buildWasmEngine('scalar', scalarKernel),
  js: buildJsEngine,
}

const engines = new Map<KeccakEngineName, KeccakEngine | null>()
let chosen: KeccakEngine | null = null

/** Gives the fastest engine that runs here, made at the first call. */
export function defaultEngine(): KeccakEngine {
  chosen ??= engineOrNull('simd') ?? engineOrNull('scalar') ?? engineOf('js')
  return chosen
}

/** Tells which engine runs when none is asked for. */
export function engineName(): KeccakEngineName {
  return defaultEngine().name
}

/**
 * Gives the engine of a name.
 *
 * @param name - `simd`, `scalar` or `js`.
 * @throws {EngineUnavailableError} when this machine cannot run it.
 */
export function engineOf(name: KeccakEngineName): KeccakEngine {
  const engine = engineOrNull(name)
  if (engine === null) throw new EngineUnavailableError(name)
  return engine
}

/**
 * Gives the engine that a caller's options ask for.
 *
 * @throws {EngineUnavailableError} when this machine cannot run it.
 */
export function engineFor(choice: KeccakEngine | KeccakEngineName | undefined): KeccakEngine {
  if (choice === undefined) return defaultEngine()
  return typeof choice === 'string' ? engineOf(choice) : choice
}

function engineOrNull(name: KeccakEngineName): KeccakEngine | null {
  if (!engines.has(name)) engines.set(name, builders[name]())
  return engines.get(name) ?? null
}

/** Asks for the smallest module that has a vector instruction: cheaper than to validate a kernel. */
function hasSimd(): boolean {
  return typeof WebAssembly === 'object' && WebAssembly.validate(Uint8Array.from(simdProbe))
}

const simdProbe = [
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15,
  253, 98, 11,
]

/** An engine was asked for that this machine cannot run. */
export class EngineUnavailableError extends BaseError {
  override readonly code = 'engine_unavailable'
  override readonly kind = 'bug'

  constructor(name: string) {
    super({
      message: `The keccak engine ${name} does not run here: WebAssembly or its SIMD is missing. Ask for js, or leave the choice open.`,
      facts: { engine: name },
    })
  }
}
