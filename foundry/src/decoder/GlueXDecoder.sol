// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Permit2Decoder} from "./Permit2Decoder.sol";

struct RouteDescription {
    address inputToken;
    address outputToken;
    address inputReceiver;
    address outputReceiver;
    address partnerAddress;
    uint256 inputAmount;
    uint256 outputAmount;
    uint256 partnerFee;
    uint256 routingFee;
    uint256 partnerSurplusShare;
    uint256 protocolSurplusShare;
    uint256 partnerSlippageShare;
    uint256 protocolSlippageShare;
    uint256 effectiveOutputAmount;
    uint256 minOutputAmount;
    bool isPermit2;
    bytes32 uniquePID;
}

struct Interaction {
    address target;
    uint256 value;
    bytes callData;
}

/// @notice GlueX: a swap through any venue, tied to its tokens, its receiver and the partner.
contract GlueXDecoder is Permit2Decoder {
    function swap(address executor, RouteDescription calldata desc, Interaction[] calldata)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(
            executor, desc.inputToken, desc.outputToken, desc.outputReceiver, desc.partnerAddress
        );
    }
}
