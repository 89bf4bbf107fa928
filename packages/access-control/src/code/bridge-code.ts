import type { KnownCode } from './known-code.ts'

/** Codes of LayerZero that let messages of other chains in, as its packages ship them (3.0.168). */
export const bridgeCodes: readonly KnownCode[] = [
  {
    name: 'EndpointV2',
    kind: 'bridge_endpoint',
    bytes: 24_005,
    maskedHash: '0xabb49bd293e4b5e2e8e269e52f3e716f59fe8e6212548228052ba1bca94767b4',
    immutables: [1375, 1969, 11_815, 14_412, 14_515, 16_520, 16_623],
    slots: {
      owner: 3n,
      libraries: 7n,
      timeouts: 8n,
      defaultLibraries: 10n,
      defaultTimeouts: 11n,
      delegates: 15n,
    },
  },
  {
    name: 'ReceiveUln302',
    kind: 'bridge_library',
    bytes: 11_010,
    maskedHash: '0xa4b08c043cede51835864fbb3dad0101e62b22eacd367be5d85a9a56b49e4c98',
    immutables: [878, 1170, 1275],
    slots: { configs: 1n },
  },
]
