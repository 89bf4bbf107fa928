import { BaseError } from '@vaultwright/base'

/**
 * Reads the witness of a simulation. Its bytes are not believed: a replay hashes them.
 *
 * @throws {ProofFileAwayError} when the service does not give it.
 */
export function readWitness(id: string): Promise<string> {
  return readFile(id, 'witness')
}

/**
 * Asks for a state file: what the simulation read, at the newest block.
 *
 * @throws {ProofFileAwayError} when the service does not give it.
 */
export function readStateFile(id: string): Promise<string> {
  return readFile(id, 'state')
}

async function readFile(id: string, name: 'witness' | 'state'): Promise<string> {
  const response = await fetch(`/simulations/${encodeURIComponent(id)}/${name}`, {
    headers: { accept: 'application/json' },
  })
  if (!response.ok) throw new ProofFileAwayError(name, response.status)
  return response.text()
}

const away = {
  witness: 'The service does not give the witness. Drop the file if you have it.',
  state:
    'The service does not give a newer state. Drop the file that vaultwright simulate hold writes.',
}

/** The service does not give a file of a proof. */
export class ProofFileAwayError extends BaseError {
  override readonly code = 'proof_file_away'
  override readonly kind = 'unavailable'

  constructor(name: keyof typeof away, status: number) {
    super({ message: `${away[name]} It answered ${status}.`, facts: { name, status } })
  }
}
