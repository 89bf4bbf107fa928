/**
 * Finds the transaction of Solana in what a signer was given. Cheap: the page asks it of every packet.
 *
 * @param text - base64, or JSON that holds it as `serialized_transaction_base64`, as the builder's answer does.
 * @returns the base64 text without white space; null when it is a packet of another kind.
 */
export function svmTransactionIn(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed.startsWith('{')) return transactionInside(trimmed)
  const joined = trimmed.replace(/\s+/g, '')
  const isBase64 = /^[A-Za-z0-9+/]{88,}={0,2}$/.test(joined)
  // Hex is calldata: no transaction has hex digits alone.
  return isBase64 && !/^(0x)?[0-9a-f]+$/i.test(joined) ? joined : null
}

function transactionInside(text: string): string | null {
  if (!text.includes('serialized_transaction_base64')) return null
  try {
    const { serialized_transaction_base64: inside } = JSON.parse(text)
    return typeof inside === 'string' ? inside : null
  } catch {
    return null
  }
}
