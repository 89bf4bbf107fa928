import { queryOptions } from '@tanstack/react-query'
import { askEvidence } from './ask-evidence.ts'

/** Reads the accounts of a vault and what they say; what decodes them is fetched beside them. */
export const vaultReadingQuery = (address: string) =>
  queryOptions({
    queryKey: ['svm-reading', address],
    queryFn: async () => {
      const [text, { readVault }] = await Promise.all([askEvidence(address), import('./check.ts')])
      return readVault(text)
    },
  })
