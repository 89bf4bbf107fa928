import { accessSync, constants } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { BaseError } from '@vaultwright/base'

/**
 * Finds Anvil: the native program of the npm package, else the one on the PATH.
 *
 * The wrapper of the npm package is never used: when it is killed, Anvil lives on.
 *
 * @throws {AnvilMissingError} when there is none.
 */
export function anvilProgram(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const name = `@foundry-rs/anvil-${process.platform}-${arch}`
  try {
    return createRequire(import.meta.url).resolve(`${name}/bin/anvil`)
  } catch {
    const found = findOnPath()
    if (found === null) throw new AnvilMissingError(name)
    return found
  }
}

function findOnPath(): string | null {
  // biome-ignore lint/style/noProcessEnv: where programs lie is the machine's business, not ours to configure
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    if (folder === '' || folder.endsWith(join('node_modules', '.bin'))) continue
    const file = join(folder, 'anvil')
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return null
}

/** There is no Anvil on this machine. */
export class AnvilMissingError extends BaseError {
  override readonly code = 'anvil_missing'
  override readonly kind = 'unsupported'

  constructor(name: string) {
    super({
      message: `Anvil is not installed. Install it with \`npm install ${name}\`, or Foundry from https://getfoundry.sh with anvil on the PATH.`,
      facts: { package: name },
    })
  }
}
