// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {BaseDecoder} from "./BaseDecoder.sol";
import {CommandNotSupported, PlanLengthNotSupported} from "./DecoderError.sol";

struct PoolKey {
    address currency0;
    address currency1;
    uint24 fee;
    int24 tickSpacing;
    address hooks;
}

struct SwapSingle {
    PoolKey key;
    bool zeroForOne;
    uint128 amount;
    uint128 limit;
    bytes hookData;
}

/// @notice What is read of the position manager.
interface IUniswapV4Positions {
    function ownerOf(uint256 tokenId) external view returns (address);
    function getPoolAndPositionInfo(uint256 tokenId) external view returns (PoolKey memory, uint256);
}

/// @notice Uniswap v4: swaps in one pool through the Universal Router, positions, and Permit2's
/// allowances. A plan is a list of action bytes with the parameters of each.
contract UniswapV4Decoder is BaseDecoder {
    uint256 private constant MAX_STEPS = 3;
    uint8 private constant V4_SWAP = 0x10;

    IUniswapV4Positions public immutable uniswapV4Positions;

    constructor(address positionManager) {
        uniswapV4Positions = IUniswapV4Positions(positionManager);
    }

    function approve(address token, address spender, uint160, uint48)
        external
        pure
        virtual
        returns (bytes memory)
    {
        return abi.encodePacked(token, spender);
    }

    function execute(bytes memory commands, bytes[] memory inputs, uint256)
        external
        pure
        virtual
        returns (bytes memory packed)
    {
        if (commands.length > 1) revert CommandNotSupported();
        if (uint8(commands[0]) != V4_SWAP) revert CommandNotSupported();
        if (inputs.length != 1) revert PlanLengthNotSupported();
        (bytes memory actions, bytes[] memory params) = abi.decode(inputs[0], (bytes, bytes[]));
        _requireSteps(actions.length, params.length);
        for (uint256 i; i < params.length; ++i) {
            packed = abi.encodePacked(packed, _packSwap(uint8(actions[i]), params[i]));
        }
    }

    function modifyLiquidities(bytes memory unlockData, uint256)
        external
        view
        virtual
        returns (bytes memory packed)
    {
        (bytes memory actions, bytes[] memory params) = abi.decode(unlockData, (bytes, bytes[]));
        _requireSteps(actions.length, params.length);
        for (uint256 i; i < params.length; ++i) {
            packed = abi.encodePacked(packed, _packChange(uint8(actions[i]), params[i]));
        }
    }

    function _requireSteps(uint256 actions, uint256 params) private pure {
        if (actions == 0 || actions > MAX_STEPS || params != actions) {
            revert PlanLengthNotSupported();
        }
    }

    /// @dev A swap in one pool, exact in or out; settle; take.
    function _packSwap(uint8 action, bytes memory param) private pure returns (bytes memory) {
        if (action == 0x06 || action == 0x08) {
            SwapSingle memory swap = abi.decode(param, (SwapSingle));
            return abi.encodePacked(swap.key.currency0, swap.key.currency1, swap.key.hooks);
        }
        if (action == 0x0c || action == 0x0f) {
            (address currency,) = abi.decode(param, (address, uint256));
            return abi.encodePacked(currency);
        }
        revert CommandNotSupported();
    }

    /// @dev Mint; change or burn a position; settle or take a pair; close and sweep.
    function _packChange(uint8 action, bytes memory param) private view returns (bytes memory) {
        if (action == 0x02) return _packMint(param);
        if (action == 0x00 || action == 0x01 || action == 0x03) {
            uint256 tokenId = abi.decode(param, (uint256));
            (PoolKey memory key,) = uniswapV4Positions.getPoolAndPositionInfo(tokenId);
            address owner = uniswapV4Positions.ownerOf(tokenId);
            return abi.encodePacked(key.currency0, key.currency1, key.hooks, owner);
        }
        if (action == 0x0d || action == 0x14) {
            (address first, address second) = abi.decode(param, (address, address));
            return abi.encodePacked(first, second);
        }
        if (action == 0x11) {
            (address first, address second, address recipient) =
                abi.decode(param, (address, address, address));
            return abi.encodePacked(first, second, recipient);
        }
        if (action == 0x12) return abi.encodePacked(abi.decode(param, (address)));
        revert CommandNotSupported();
    }

    function _packMint(bytes memory param) private pure returns (bytes memory) {
        (PoolKey memory key,,,,,, address owner,) =
            abi.decode(param, (PoolKey, int24, int24, uint256, uint128, uint128, address, bytes));
        return abi.encodePacked(key.currency0, key.currency1, key.hooks, owner);
    }
}
