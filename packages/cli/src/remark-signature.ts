import { BaseError } from '@vaultwright/base'
import { canonicalSignatureOf } from '@vaultwright/manager'
import { type Listener, writeRemark } from './remark.ts'

/**
 * Says that a signature is hashed as it stands although no function is called so: one space, or a `uint`
 * for `uint256`, gives the selector of nothing.
 */
export function remarkSignature(signature: string, listener: Listener): void {
  if (signature === '') return
  const meant = canonicalOf(signature)
  if (meant === signature) return
  const hint = meant === null ? 'approve(address,uint256) is one' : `did you mean ${meant}?`
  writeRemark(
    `${JSON.stringify(signature)} is not how a function is written (${hint}). It was hashed as it stands.`,
    listener,
  )
}

function canonicalOf(signature: string): string | null {
  try {
    return canonicalSignatureOf(signature)
  } catch (error) {
    if (error instanceof BaseError) return null
    throw error
  }
}
