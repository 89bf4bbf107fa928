import { spawn } from 'node:child_process'
import { BaseError, type Hex } from '@vaultwright/base'
import { parseAddress } from '@vaultwright/merkle'
import { openKeySigner, type ProposalSigner, parsePrivateKey } from '@vaultwright/safe-service'
import { type Options, text, type ValuesOf } from '../command/command.ts'
import { UsageError } from '../command/usage.ts'
import type { Context } from '../terminal/context.ts'

export const signerOptions = {
  'signer-command': text(
    'A program that signs: typed data on its standard input, a signature of 65 bytes on its output, 120 seconds',
    'command',
  ),
  signer: text('Of --signer-command: the account that it signs for', 'address'),
  'key-env': text('The variable with the key that signs, 32 bytes of hex', 'name'),
} as const satisfies Options

const timeoutMs = 120_000
const longestOutput = 4_096

/** Opens the signer that the options name; null where none is named. */
export async function openSigner(
  words: ValuesOf<typeof signerOptions>,
  context: Context,
): Promise<ProposalSigner | null> {
  const { 'signer-command': command, signer, 'key-env': name } = words
  if (command !== undefined && name !== undefined) {
    throw new UsageError('Two signers are named. Give --signer-command or --key-env.')
  }
  if (command !== undefined) {
    if (signer === undefined) {
      throw new UsageError('--signer-command does not name its account. Give it with --signer.')
    }
    const address = parseAddress(signer)
    return { address, sign: (data) => runSigner(command, JSON.stringify(data), context) }
  }
  if (name === undefined) return null
  const key = parsePrivateKey(context.config.variables[name]?.trim() ?? '')
  if (key === null) {
    throw new UsageError(`${name} does not hold a key. Set it to 32 bytes of hex.`, { name })
  }
  return openKeySigner(key)
}

/** Runs the program that signs: without a shell, and with PATH alone of the environment. */
function runSigner(command: string, input: string, { config, signal }: Context): Promise<Hex> {
  const [file = '', ...words] = command.split(/\s+/).filter((word) => word !== '')
  const { PATH } = config.variables
  const env = PATH === undefined ? {} : { PATH }
  return new Promise((resolve, reject) => {
    // A group of its own: what the program itself starts ends with it.
    const child = spawn(file, words, { env, detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
    const kill = () => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      } catch {
        // It ended by itself.
      }
    }
    const timer = setTimeout(kill, timeoutMs)
    signal.addEventListener('abort', kill, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', kill)
    }
    let output = ''
    child.stdout.on('data', (part) => {
      output += String(part)
      if (output.length <= longestOutput) return
      child.stdout.destroy()
      kill()
    })
    child.on('error', (cause) => {
      settle()
      reject(new SignerError('cannot be run', cause))
    })
    child.stdin.on('error', () => {})
    child.on('close', (code) => {
      settle()
      const signature = output.trim()
      const isSigned = code === 0 && /^0x[0-9a-fA-F]{130}$/.test(signature)
      if (isSigned) return resolve(signature.toLowerCase() as Hex)
      const reason = code === 0 ? 'gave no signature of 65 bytes' : 'failed, or took too long'
      reject(new SignerError(reason, undefined))
    })
    child.stdin.end(input)
  })
}

/** The program that signs gave no signature. */
class SignerError extends BaseError {
  override readonly code = 'signer_failed'
  override readonly kind = 'unavailable'

  constructor(reason: string, cause: unknown) {
    super({
      message: `The signer command ${reason}. Nothing was proposed.`,
      facts: { reason },
      cause,
    })
  }
}
