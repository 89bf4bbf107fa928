// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {InnerSelectorNotSupported, ReceiverNotExecutor} from "./DecoderError.sol";

struct SettlerSlippage {
    address recipient;
    address buyToken;
    uint256 minAmountOut;
}

/// @notice AllowanceHolder of 0x: a settler gets an allowance for one call of its `execute`.
contract ZeroXDecoder is BaseDecoder {
    bytes4 private constant EXECUTE =
        bytes4(keccak256("execute((address,address,uint256),bytes[],bytes32)"));

    function exec(address operator, address token, uint256, address target, bytes calldata data)
        external
        pure
        virtual
        returns (bytes memory)
    {
        if (target != operator) revert ReceiverNotExecutor();
        if (data.length < 4 || bytes4(data[:4]) != EXECUTE) revert InnerSelectorNotSupported();
        (SettlerSlippage memory slippage,,) =
            abi.decode(data[4:], (SettlerSlippage, bytes[], bytes32));
        return abi.encodePacked(operator, token, slippage.recipient, slippage.buyToken);
    }
}
