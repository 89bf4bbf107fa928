// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {numberAsAddress} from "./Packing.sol";

/// @notice The USDC token router of Avalanche, which stands in front of CCTP.
contract AvalancheBridgeDecoder is BaseDecoder {
    function transferTokens(
        uint256,
        uint32 destinationDomain,
        address mintRecipient,
        address burnToken
    ) external pure virtual returns (bytes memory) {
        return abi.encodePacked(numberAsAddress(destinationDomain), mintRecipient, burnToken);
    }
}
