// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Test} from "forge-std/Test.sol";
import {
    BALANCE_ERC20,
    CowOrder,
    KIND_BUY,
    KIND_SELL,
    cowDigestOf
} from "../../src/decoder/CowOrder.sol";
import {AllowListAuthentication} from "../../src/double/cow/AllowListAuthentication.sol";
import {CowTrade} from "../../src/double/cow/CowSigning.sol";
import {CowInteraction, Settlement} from "../../src/double/cow/Settlement.sol";
import {FreeToken} from "./Tokens.sol";

/// @notice A settlement with one solver, and two tokens at 2,000 units of one for one of the other.
abstract contract CowFixture is Test {
    uint256 internal constant PRE_SIGNED = 3 << 5;
    address internal constant SOLVER = address(0x501e);

    FreeToken internal weth = new FreeToken("WETH", 18);
    FreeToken internal usdc = new FreeToken("USDC", 6);
    AllowListAuthentication internal list = new AllowListAuthentication(address(this));
    Settlement internal settlement = new Settlement(address(list));
    // Asked once: what a test expects of the next call is not meant for these.
    bytes32 internal domain = settlement.domainSeparator();
    address internal relayer = address(settlement.vaultRelayer());

    function _orderOf(address receiver) internal view returns (CowOrder memory) {
        return CowOrder(
            address(weth),
            address(usdc),
            receiver,
            10e18,
            19_900e6,
            uint32(block.timestamp + 1 days),
            keccak256("{}"),
            0,
            KIND_SELL,
            false,
            BALANCE_ERC20,
            BALANCE_ERC20
        );
    }

    function _uidOf(CowOrder memory order, address owner) internal view returns (bytes memory) {
        return abi.encodePacked(cowDigestOf(domain, order), owner, order.validTo);
    }

    /// @dev The settlement buys its USDC of the solver beforehand, at so many for 1e18 WETH.
    function _settle(CowOrder memory order, address owner, uint256 part, uint256 rate) internal {
        CowTrade[] memory trades = new CowTrade[](1);
        trades[0] = _tradeOf(order, part, PRE_SIGNED, abi.encodePacked(owner));
        _settleAll(trades, rate, _nothing());
    }

    function _settleAll(
        CowTrade[] memory trades,
        uint256 rate,
        CowInteraction[][3] memory interactions
    ) internal {
        (address[] memory tokens, uint256[] memory prices) = (new address[](2), new uint256[](2));
        (tokens[0], tokens[1]) = (address(weth), address(usdc));
        (prices[0], prices[1]) = (rate, 1e18);
        vm.prank(SOLVER);
        settlement.settle(tokens, prices, trades, interactions);
    }

    function _tradeOf(CowOrder memory order, uint256 part, uint256 scheme, bytes memory signature)
        internal
        view
        returns (CowTrade memory)
    {
        uint256 flags = scheme | (order.kind == KIND_BUY ? 1 : 0);
        if (order.partiallyFillable) flags |= 2;
        return CowTrade(
            order.sellToken == address(weth) ? 0 : 1,
            order.buyToken == address(weth) ? 0 : 1,
            order.receiver,
            order.sellAmount,
            order.buyAmount,
            order.validTo,
            order.appData,
            order.feeAmount,
            flags,
            part,
            signature
        );
    }

    function _nothing() internal pure returns (CowInteraction[][3] memory) {
        return [new CowInteraction[](0), new CowInteraction[](0), new CowInteraction[](0)];
    }

    function _once(uint256 phase, address target, bytes memory data)
        internal
        pure
        returns (CowInteraction[][3] memory interactions)
    {
        interactions = _nothing();
        interactions[phase] = new CowInteraction[](1);
        interactions[phase][0] = CowInteraction(target, 0, data);
    }
}
