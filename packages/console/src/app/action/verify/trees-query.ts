import { queryOptions } from '@tanstack/react-query'
import type { ActingStrategist } from '@vaultwright/check'
import { sessionClient } from '../../session/session-client.ts'

/** The question for the trees of a place: read and rebuilt while the form is filled in. */
export function treesQuery(place: Pick<ActingStrategist, 'root' | 'managerRoot'>) {
  return queryOptions({
    queryKey: ['build-trees', place.root, place.managerRoot],
    queryFn: async () => {
      const { readBuildTrees } = await import('./check.ts')
      return readBuildTrees(sessionClient(), place)
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}
