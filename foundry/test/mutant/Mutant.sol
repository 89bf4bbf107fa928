// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AaveV3Decoder} from "../../src/decoder/AaveV3Decoder.sol";
import {BaseDecoder} from "../../src/decoder/BaseDecoder.sol";
import {CCTPDecoder} from "../../src/decoder/CCTPDecoder.sol";
import {CompoundV3Decoder} from "../../src/decoder/CompoundV3Decoder.sol";
import {
    BaseDecoderAndSanitizer__FunctionSelectorNotSupported
} from "../../src/decoder/DecoderError.sol";
import {ERC4626Decoder} from "../../src/decoder/ERC4626Decoder.sol";
import {MerklDecoder} from "../../src/decoder/MerklDecoder.sol";
import {MarketParams, MorphoBlueDecoder} from "../../src/decoder/MorphoBlueDecoder.sol";
import {MessagingFee, OFTDecoder, SendParam} from "../../src/decoder/OFTDecoder.sol";
import {OneInchDecoder} from "../../src/decoder/OneInchDecoder.sol";
import {
    low16,
    low20,
    numberAsAddress,
    packAddresses,
    packPath
} from "../../src/decoder/Packing.sol";
import {
    DecreaseLiquidityParams,
    IPositionManager,
    PositionDecoder
} from "../../src/decoder/PositionDecoder.sol";
import {UniswapV2Decoder} from "../../src/decoder/UniswapV2Decoder.sol";
import {ExactInputParams, UniswapV3Decoder} from "../../src/decoder/UniswapV3Decoder.sol";
import {MintWithPriceParams, VelodromeDecoder} from "../../src/decoder/VelodromeDecoder.sol";

// Decoders that are wrong in one place, on purpose: `decoder check` must name each. Never deployed but in
// its test.

error Refused();

contract AmountPacked is BaseDecoder {
    function approve(address, uint256 amount) external pure override returns (bytes memory) {
        return abi.encodePacked(numberAsAddress(amount));
    }
}

contract TailRefused is BaseDecoder {
    function transfer(address to, uint256) external pure override returns (bytes memory) {
        if (msg.data.length != 68) revert Refused();
        return abi.encodePacked(to);
    }
}

contract OrderSwapped is ERC4626Decoder {
    function withdraw(uint256, address receiver, address owner)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(owner, receiver);
    }
}

contract EntryMissing is AaveV3Decoder {
    function supply(address asset, uint256, address, uint16)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(asset);
    }
}

contract EntryTwice is AaveV3Decoder {
    function borrow(address asset, uint256, uint256, uint16, address onBehalfOf)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(asset, onBehalfOf, onBehalfOf);
    }
}

contract SameRefused is AaveV3Decoder {
    function withdraw(address asset, uint256, address to)
        external
        pure
        override
        returns (bytes memory)
    {
        if (asset == to) revert Refused();
        return abi.encodePacked(asset, to);
    }
}

contract CallbackAccepted is MorphoBlueDecoder {
    function supply(
        MarketParams calldata params,
        uint256,
        uint256,
        address onBehalf,
        bytes calldata
    ) external pure override returns (bytes memory) {
        return abi.encodePacked(
            params.loanToken, params.collateralToken, params.oracle, params.irm, onBehalf
        );
    }
}

contract MostRefused is CompoundV3Decoder {
    function withdraw(address asset, uint256 amount) external pure override returns (bytes memory) {
        if (amount == type(uint256).max) revert Refused();
        return abi.encodePacked(asset);
    }
}

contract EmptyListAccepted is UniswapV2Decoder {
    function swapExactTokensForTokens(
        uint256,
        uint256,
        address[] calldata path,
        address to,
        uint256
    ) external pure override returns (bytes memory) {
        if (path.length > 2) revert Refused();
        if (path.length == 0) return abi.encodePacked(to);
        return abi.encodePacked(path[0], path[1], to);
    }
}

contract LongListAccepted is UniswapV2Decoder {
    function swapExactTokensForETH(uint256, uint256, address[] calldata path, address to, uint256)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(path[0], path[1], to);
    }
}

contract LastLeftOut is OneInchDecoder {
    function uniswapV3Swap(uint256, uint256, uint256[] calldata pools)
        external
        pure
        override
        returns (bytes memory packed)
    {
        for (uint256 i; i + 1 < pools.length; ++i) {
            packed = abi.encodePacked(packed, numberAsAddress(pools[i]));
        }
    }
}

contract LengthsNotCompared is MerklDecoder {
    function claim(
        address[] calldata users,
        address[] calldata,
        uint256[] calldata amounts,
        bytes32[][] calldata proofs
    ) external pure override returns (bytes memory) {
        if (users.length != amounts.length || users.length != proofs.length) revert Refused();
        return packAddresses(users);
    }
}

contract PathCutShort is UniswapV3Decoder {
    constructor(address positionManager_) UniswapV3Decoder(positionManager_) {}

    function exactInput(ExactInputParams calldata params)
        external
        pure
        override
        returns (bytes memory)
    {
        if (params.path.length % 23 != 20) revert Refused();
        return abi.encodePacked(bytes20(params.path[0:20]), params.recipient);
    }
}

contract PathNotMeasured is UniswapV3Decoder {
    constructor(address positionManager_) UniswapV3Decoder(positionManager_) {}

    function exactInput(ExactInputParams calldata params)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(packPath(params.path, 23), params.recipient);
    }
}

contract OperatorForOwner is PositionDecoder {
    constructor(address positionManager_) PositionDecoder(positionManager_) {}

    function decreaseLiquidity(DecreaseLiquidityParams calldata params)
        external
        view
        override
        returns (bytes memory)
    {
        (, address operator,,) = positionManager.positions(params.tokenId);
        return abi.encodePacked(operator);
    }
}

contract HalfTwice is OFTDecoder {
    function send(SendParam calldata sendParam, MessagingFee calldata, address refundAddress)
        external
        pure
        override
        returns (bytes memory)
    {
        if (sendParam.oftCmd.length != 0 || sendParam.composeMsg.length != 0) revert Refused();
        return abi.encodePacked(
            numberAsAddress(sendParam.dstEid),
            low16(sendParam.to),
            low16(sendParam.to),
            refundAddress
        );
    }
}

contract PriceAccepted is VelodromeDecoder {
    constructor(address positionManager_) VelodromeDecoder(positionManager_) {}

    function mint(MintWithPriceParams calldata params)
        external
        pure
        override
        returns (bytes memory)
    {
        return abi.encodePacked(params.token0, params.token1, params.recipient);
    }
}

contract OtherError is VelodromeDecoder {
    constructor(address positionManager_) VelodromeDecoder(positionManager_) {}

    function mint(MintWithPriceParams calldata params)
        external
        pure
        override
        returns (bytes memory)
    {
        if (params.sqrtPriceX96 != 0) revert Refused();
        return abi.encodePacked(params.token0, params.token1, params.recipient);
    }
}

contract DomainCut is CCTPDecoder {
    function depositForBurn(
        uint256,
        uint32 destinationDomain,
        bytes32 mintRecipient,
        address burnToken,
        bytes32 destinationCaller,
        uint256,
        uint32
    ) external pure override returns (bytes memory) {
        return abi.encodePacked(
            numberAsAddress(uint16(destinationDomain)),
            low20(mintRecipient),
            burnToken,
            low20(destinationCaller)
        );
    }
}

/// @dev Takes the low 20 bytes of a word and never looks at what stands above them.
contract DirtyAccepted {
    fallback(bytes calldata data) external returns (bytes memory) {
        bool isApprove = bytes4(data[0:4]) == bytes4(keccak256("approve(address,uint256)"));
        if (!isApprove || data.length < 68) {
            revert BaseDecoderAndSanitizer__FunctionSelectorNotSupported();
        }
        return abi.encode(abi.encodePacked(low20(bytes32(data[4:36]))));
    }
}

/// @dev What no rule describes: rules are proposed for these.
contract UnknownDecoder is BaseDecoder {
    struct Order {
        address token;
        uint256 amount;
        address receiver;
        bytes data;
    }

    function harvest(address pool, uint256, address to) external pure returns (bytes memory) {
        return abi.encodePacked(to, pool);
    }

    function sweep(address[] calldata tokens, bool isForced, address to)
        external
        pure
        returns (bytes memory)
    {
        if (isForced) revert Refused();
        return abi.encodePacked(packAddresses(tokens), to);
    }

    function settle(Order[] calldata orders, uint8 kind) external pure returns (bytes memory out) {
        if (kind > 3) revert Refused();
        for (uint256 i; i < orders.length; ++i) {
            if (orders[i].data.length != 0) revert Refused();
            out = abi.encodePacked(out, orders[i].token, orders[i].receiver);
        }
    }

    function route(uint256 id, bytes32 account, address[] calldata path)
        external
        pure
        returns (bytes memory)
    {
        return abi.encodePacked(
            numberAsAddress(id), low20(account), path[0], path[path.length - 1], address(0)
        );
    }

    function rest(uint256) external pure returns (bytes memory) {
        return "";
    }

    function mixed(address one, address other) external pure returns (bytes memory) {
        return abi.encodePacked(address(uint160(one) ^ uint160(other)));
    }

    function never(uint256) external pure returns (bytes memory) {
        revert Refused();
    }
}
