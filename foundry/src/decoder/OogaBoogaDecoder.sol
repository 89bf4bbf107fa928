// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";

struct OogaSwapTokenInfo {
    address inputToken;
    uint256 inputAmount;
    address outputToken;
    uint256 outputQuote;
    uint256 outputMin;
    address outputReceiver;
}

/// @notice OogaBooga, the aggregator of Berachain.
contract OogaBoogaDecoder is BaseDecoder {
    function swap(OogaSwapTokenInfo calldata tokenInfo, bytes calldata, address executor, uint32)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            tokenInfo.inputToken, tokenInfo.outputToken, tokenInfo.outputReceiver, executor
        );
    }
}
