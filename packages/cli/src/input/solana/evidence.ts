import { BaseError } from '@vaultwright/base'
import { decodeBase64, parseSvmAddress, type SvmAccount } from '@vaultwright/svm'
import type { SvmSnapshot } from '@vaultwright/svm-builder'
import type { Context } from '../../terminal/context.ts'
import { readJson } from '../input.ts'

/** Reads accounts of one slot that were saved: an answer of the service, or its `data` alone. */
export async function readSvmEvidence(path: string, context: Context): Promise<SvmSnapshot> {
  const document = recordOf(await readJson(path, context), path, 'an object')
  const { slot, accounts } =
    document.data === undefined ? document : recordOf(document.data, path, 'an object')
  if (!/^\d{1,15}$/.test(String(slot))) throw new SvmEvidenceError(path, 'slot is not a number')
  if (!Array.isArray(accounts)) throw new SvmEvidenceError(path, 'accounts is not a list')
  const rows = accounts.map((entry, index) => {
    const { address, account } = recordOf(entry, path, `accounts[${index}]`)
    const parsed = parseSvmAddress(String(address))
    return [parsed, account === null ? null : accountOf(account, path, index)] as const
  })
  return { slot: BigInt(String(slot)), accounts: new Map(rows) }
}

function accountOf(value: unknown, path: string, index: number): SvmAccount {
  const name = `accounts[${index}].account`
  const { lamports, owner, data_base64: data, executable } = recordOf(value, path, name)
  if (!/^\d{1,20}$/.test(String(lamports)) || typeof data !== 'string') {
    throw new SvmEvidenceError(path, `${name} needs lamports, owner and data_base64`)
  }
  return {
    lamports: BigInt(String(lamports)),
    owner: parseSvmAddress(String(owner)),
    data: decodeBase64(data),
    executable: executable === true,
  }
}

function recordOf(value: unknown, path: string, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw new SvmEvidenceError(path, `${name} is not an object`)
}

export class SvmEvidenceError extends BaseError {
  override readonly code = 'svm_accounts'
  override readonly kind = 'invalid_input'

  constructor(path: string, reason: string) {
    super({
      message: `${JSON.stringify(path)} does not hold accounts of one slot: ${reason}. Give {"slot", "accounts": [{"address", "account"}]}.`,
      facts: { file: path, reason },
    })
  }
}
