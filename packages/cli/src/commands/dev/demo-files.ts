import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ServiceOptions } from '../../command/service.ts'
import { fileSystem } from '../../terminal/file-system.ts'

/** Tells where the local chain's files are: in the repository, else beside the installed program. */
export function localChainFolder(): string {
  const inRepository = fileURLToPath(new URL('../../../fixtures/chain', import.meta.url))
  return fileSystem.existsSync(join(inRepository, 'manifest.json'))
    ? inRepository
    : fileURLToPath(new URL('./chain', import.meta.url))
}

/** Names a file the way a person would type it: from the current folder where it lies in it. */
export function usablePath(folder: string, name: string): string {
  const path = join(folder, name)
  const near = relative(process.cwd(), path)
  return near.startsWith('..') || isAbsolute(near) ? path : near
}

/** Tells where the calls of the example are, beside the local chain's own files or in the repository. */
export function exampleCalls(folder: string): string {
  const packed = join(folder, 'calls', exampleFile)
  return fileSystem.existsSync(packed)
    ? usablePath(folder, join('calls', exampleFile))
    : usablePath(folder, join('..', 'calls', exampleFile))
}

/** Tells where the definitions of the local chain's vaults are, beside its own files or in the repository. */
export function localDefinitions(folder: string): string {
  const packed = join(folder, 'definitions')
  return fileSystem.existsSync(packed) ? packed : join(folder, '..', 'definitions')
}

const exampleFile = 'local-eth-supply.json'

/** Options of `dev serve`. */
export type DemoOptions = ServiceOptions & {
  readonly port: number | undefined
  readonly 'chain-port': number | undefined
  readonly quiet: boolean
}

/** Does a step, and prints a line with its seconds. */
export type StepTimer = <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
