// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {SwapExecutor} from "./SwapExecutor.sol";

/// @notice Odos v2-like: arguments in full, or packed into a few bytes with a list of addresses.
contract OdosRouter {
    using SafeERC20 for IERC20;

    struct SwapTokenInfo {
        address inputToken;
        uint256 inputAmount;
        address inputReceiver;
        address outputToken;
        uint256 outputQuote;
        uint256 outputMin;
        address outputReceiver;
    }

    address public immutable owner;
    address[] public addressList;

    event Swap(
        address sender,
        uint256 inputAmount,
        address inputToken,
        uint256 amountOut,
        address outputToken,
        int256 slippage,
        uint32 referralCode
    );

    constructor(address owner_) {
        owner = owner_;
    }

    function writeAddressList(address[] calldata addresses) external {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        for (uint256 i = 0; i < addresses.length; i++) {
            addressList.push(addresses[i]);
        }
    }

    function swap(
        SwapTokenInfo calldata tokenInfo,
        bytes calldata,
        address executor,
        uint32 referralCode
    ) external payable returns (uint256 amountOut) {
        return _swap(tokenInfo, executor, referralCode);
    }

    /// @notice Behind the selector: two tokens, two amounts each after its length, three bytes of
    /// slippage (1e18 / 2^24 each), executor, receivers, four bytes of referral code, the path.
    /// @dev An address is two bytes: 0 nobody, 1 the next 20 bytes, more a place in the list.
    function swapCompact() external payable returns (uint256 amountOut) {
        SwapTokenInfo memory info;
        uint256 at = 4;
        (info.inputToken, at) = _address(at);
        (info.outputToken, at) = _address(at);
        (info.inputAmount, at) = _amount(at);
        if (info.inputAmount == 0) {
            info.inputAmount = IERC20(info.inputToken).balanceOf(msg.sender);
        }
        (info.outputQuote, at) = _amount(at);
        uint256 slippage = uint24(bytes3(msg.data[at:at + 3]));
        info.outputMin = info.outputQuote * ((1 << 24) - slippage) / (1 << 24);
        address executor;
        (executor, at) = _address(at + 3);
        (info.inputReceiver, at) = _address(at);
        if (info.inputReceiver == address(0)) info.inputReceiver = executor;
        (info.outputReceiver, at) = _address(at);
        if (info.outputReceiver == address(0)) info.outputReceiver = msg.sender;
        return _swap(info, executor, uint32(bytes4(msg.data[at:at + 4])));
    }

    function _swap(SwapTokenInfo memory info, address executor, uint32 referralCode)
        private
        returns (uint256 amountOut)
    {
        require(msg.value == 0, "native not supported");
        require(info.outputMin > 0, "Slippage limit too low");
        require(info.outputMin <= info.outputQuote, "Minimum greater than quote");
        require(info.inputToken != info.outputToken, "Arbitrage not supported");
        IERC20 output = IERC20(info.outputToken);
        IERC20(info.inputToken).safeTransferFrom(msg.sender, info.inputReceiver, info.inputAmount);
        uint256 before = output.balanceOf(address(this));
        SwapExecutor(executor).execute(info.inputToken, info.outputToken);
        amountOut = output.balanceOf(address(this)) - before;
        require(amountOut >= info.outputMin, "Slippage Limit Exceeded");
        output.safeTransfer(info.outputReceiver, amountOut);
        emit Swap(
            msg.sender,
            info.inputAmount,
            info.inputToken,
            amountOut,
            info.outputToken,
            int256(amountOut) - int256(info.outputQuote),
            referralCode
        );
    }

    function _address(uint256 at) private view returns (address, uint256 next) {
        uint256 code = uint16(bytes2(msg.data[at:at + 2]));
        if (code == 0) return (address(0), at + 2);
        if (code == 1) return (address(bytes20(msg.data[at + 2:at + 22])), at + 22);
        return (addressList[code - 2], at + 2);
    }

    function _amount(uint256 at) private pure returns (uint256 amount, uint256 next) {
        uint256 width = uint8(msg.data[at]);
        next = at + 1 + width;
        if (width > 0) amount = uint256(bytes32(msg.data[at + 1:next])) >> (256 - 8 * width);
    }
}
